// What a token allows: everything that an account of its kind can do.

/** The scopes of a token for a bot, or for a person who plays by a program. */
export function scopesFor(isBot: boolean): string[] {
  return [isBot ? 'bot:play' : 'board:play', 'challenge:read', 'challenge:write'];
}
