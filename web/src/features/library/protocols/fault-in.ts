import type { ContentFault } from 'sync-protocol/merge/content-fault'

/** The form's fault for those whom it concerns: what stands elsewhere need not be rendered again. */
export const faultIn = (fault: ContentFault | null, at: string): ContentFault | null =>
  fault?.field !== undefined && (fault.field === at || fault.field.startsWith(`${at}.`)) ? fault : null
