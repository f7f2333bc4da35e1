import type { PoliciesContent } from 'sync-protocol/records/policies'
import { orgOf, viewOf, type ClinicDatabase } from './clinic-database.ts'
import { isLive } from './clinic-rows.ts'
import { liveRead } from './live-read.ts'

/** What the clinic decided, as this tablet has it: nothing where it is not here, or nobody decided anything. */
export async function policiesOf(clinic: ClinicDatabase): Promise<PoliciesContent> {
  const record = await viewOf(clinic, 'policies').get(orgOf(clinic))
  return record && isLive(record) ? record.content : {}
}

/** Calls with it now and after every change; returns what ends that. */
export const followPolicies = (clinic: ClinicDatabase, listener: (policies: PoliciesContent) => void) =>
  liveRead(() => policiesOf(clinic), listener)
