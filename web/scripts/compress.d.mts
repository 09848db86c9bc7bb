/** As small as gzip gets (zopfli). */
export function gzip(bytes: Uint8Array): Promise<Buffer>;
