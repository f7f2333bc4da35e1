import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { CodePatient } from './code-event.ts'
import { beginningOf } from './sheet-id.ts'

/** The id of the code of a sheet that is another patient's by now: the same on every tablet that starts one at that moment. */
export function codeIdOfPatient(sheetId: string, { species, name = '' }: CodePatient): string {
  const who = utf8ToBytes(`${species}/${name.trim().toLowerCase()}`)
  return beginningOf(sheetId) + bytesToHex(sha256(who)).slice(0, 12)
}
