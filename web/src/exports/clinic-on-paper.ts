import type { PoliciesContent } from 'sync-protocol/records/policies'
import { exportText } from './export-text.ts'

/** Whose paper it is. */
export interface PaperClinic {
  clinic: string
  /** On one line. */
  address?: string
}

/**
 * The clinic as its settings print it, else by the organization's name; what the demonstration prints says that it is for no
 * patient (decision Q-86).
 */
export function clinicOnPaper(
  { org_name, demo }: { org_name: string; demo: boolean },
  { printed_name: name = org_name, printed_address }: PoliciesContent,
): PaperClinic {
  const address = printed_address
    ?.split('\n')
    .map((line) => line.trim().replace(/,$/, ''))
    .filter(Boolean)
    .join(', ')
  return { clinic: demo ? exportText.demonstration(name) : name, ...(address ? { address } : {}) }
}
