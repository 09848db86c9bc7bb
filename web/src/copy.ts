// Text for the clipboard, also where the browser gives pages none: on a plain http address, as in a classroom.

/** Copies the text; `field` shows it, and is selected where nothing else works. Says whether it was copied. */
export async function copyText(text: string, field?: HTMLInputElement): Promise<boolean> {
  // The types say that every page has a clipboard; pages on plain http have none.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  try {
    if (clipboard) {
      await clipboard.writeText(text);
      return true;
    }
  } catch {
    // The browser refuses; the old way may be allowed still.
  }
  field?.focus();
  field?.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- all there is without a clipboard; copies what is selected
  return field !== undefined && document.execCommand('copy');
}
