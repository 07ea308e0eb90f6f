import type { Role } from '#shared/contract/organisations/endpoints'
import { type Address, addressText, parseAddress } from '../../platform/address'

/** A line to invite somebody with; `role_id` is null if the line names no role. */
export interface Line {
  address: Address
  role_id: number | null
}

const lineBreak = /\r\n|[\n\r]/
const cellBreak = /[,;\t]/

/** A cell without its quotes, and of an address with a name, as mail programs write it, the address alone. */
const bare = (cell: string) =>
  cell
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replace(/^[^<]*<([^<>]+)>$/s, '$1')
    .trim()

/**
 * Reads pasted lines or a CSV file. Each line has addresses and perhaps the name of a role, in any order. A first line
 * without an address is the heading of a table and is passed over. Each address is returned once, with the last role
 * that was named; `wrong` are lines without an address.
 */
export function parseInvites(text: string, roles: readonly Role[]): { lines: Line[]; wrong: string[] } {
  const found = new Map<string, Line>()
  const wrong: string[] = []
  const rows = text.split(lineBreak).filter(row => row.trim() !== '')
  for (const [at, row] of rows.entries()) {
    const cells = row.split(cellBreak).map(bare).filter(Boolean)
    const named = roles.find(({ role_name }) => cells.some(cell => isSame(cell, role_name)))
    const addresses = cells.flatMap(cell => parseAddress(cell) ?? [])
    if (addresses.length === 0 && (at > 0 || rows.length === 1 || /[@\d]/.test(row))) wrong.push(row.trim())
    for (const address of addresses) found.set(addressText(address), { address, role_id: named?.role_id ?? null })
  }
  return { lines: [...found.values()], wrong }
}

const isSame = (a: string, b: string) => a.toLocaleLowerCase() === b.toLocaleLowerCase()
