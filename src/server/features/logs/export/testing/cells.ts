/** The cells of a file of comma-separated values, parsed strictly by RFC 4180. */
export function cellsOf(file: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of file.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}
