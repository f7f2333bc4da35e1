import type { Digest, Digests } from 'sync-protocol/records/digest'
import type { Collection } from 'sync-protocol/records/envelope'
import type { PoliciesContent } from 'sync-protocol/records/policies'
import type { TypedPolicies } from 'sync-protocol/rules/policies-form'
import type { Backups } from 'sync-protocol/wire/backups'
import type { ListedDevice } from 'sync-protocol/wire/device-list'
import type { PoliciesItem } from 'sync-protocol/wire/policies'
import type { Organization, OrganizationUser } from 'sync-protocol/wire/organization'
import type { DraftToResubmit } from './drafts-to-resubmit.ts'
import type { LoadProgress } from './load-progress.ts'
import type { ServerContact } from './server-contact.ts'

/** The organization and its users as a holder of 0 last saw them on this tablet. */
export interface SeenOrganization {
  organization: Organization
  users: OrganizationUser[]
  /** Missing where it was seen by an app before them. */
  backups?: Backups
  /** Device's clock, ISO. */
  at: string
}

/** The organization's tablets as a holder of 0 last saw them on this one. */
export interface SeenDevices {
  devices: ListedDevice[]
  /** Device's clock, ISO. */
  at: string
}

/** What was typed for a new user and not saved, by who typed it; never a password. */
export interface UnsavedUser {
  name: string
  email: string
  org_perms: readonly number[]
}

/** What was typed over the clinic's settings and not saved, and how they stood when the typing began. */
export interface UnsavedSettings {
  typed: TypedPolicies
  before: PoliciesContent
}

/** A head of the controlled-substance ledger as this tablet saw it, of one epoch of the server. */
export interface SeenHead {
  epoch: string
  n: number
  hash: string
  /** Device's clock, ISO. */
  seen_at: string
}

/** The server told of a ledger that is shorter than the one seen before, or another: its end was cut off or rewritten. */
export interface LedgerAlarm {
  epoch: string
  seen: SeenHead
  told: { n: number; hash: string; at: string }
  /** Who has dealt with it. */
  settled?: { by: string; by_name: string; at: string }
}

/** How a verification of the ledger ended, in words. */
export interface LedgerVerification {
  ok: boolean
  title: string
  lines: readonly string[]
  /** Shown on request; a release before told all in `lines`. */
  details?: readonly string[]
  /** Device's clock, ISO. */
  at: string
  by_name: string
  /** The end of the last ledger that was whole. */
  whole?: { epoch: string; n: number; hash: string }
}

/** Collections that were found to differ from the server's, for whoever looks after the tablet. */
export interface Difference {
  /** Device's clock, ISO. */
  at: string
  collections: readonly string[]
  /** The tablet has held what the server has since. */
  ended: boolean
}

/** When the record tables were last looked through, and how long that took, in ms. */
export interface LookedThrough {
  at: number
  took: number
}

export interface Differences {
  count: number
  last: readonly Difference[]
}

/** A list whose entries stand beside its records, in parts. */
export interface KeptList {
  /** The sources that made its entries: others may make them otherwise. */
  made_by: string
  /** IANA name; an entry has its local day. */
  time_zone: string
  /** Goes up each time that its parts are written: who read them in between reads again. */
  writing: number
  complete: boolean
  /** The load of which its records are. */
  load: number
  /**
   * Of its collection, told by whoever notes what changes. An app that notes nothing, as an earlier version does, leaves it
   * behind the collection's own.
   */
  digest: Digest | undefined
}
export type KeptLists = Readonly<Partial<Record<Collection, KeptList>>>

/** What a refused change would have made. */
export interface RefusedSheet {
  sheet_id: string
  /** Of its controlled drugs, in their order. */
  draw_ids: readonly string[]
  day: string
  /** The sheet that it corrects. */
  corrects?: string
}

/** Of one patient of the day list: when labels were last printed here, and how often each of them was. */
export interface PrintedLabels {
  /** An instant. */
  at: string
  counts: Readonly<Record<string, number>>
  /** The weight of each label, '12.4 kg'; absent for one that was printed without, or by an earlier release. */
  weights?: Readonly<Record<string, string>>
}

/** What was last printed of an open sheet on this tablet. */
export interface SheetPrint {
  /** Who has made the file. */
  by: string
  /** As `exported-draft.ts` keeps it. */
  print: string
  /** When it was kept: an instant. */
  at: string
}

/** What the tablet keeps by name, for this clinic. */
export interface SettingValues {
  /** By the open sheet. */
  sheet_prints: Readonly<Record<string, SheetPrint>>
  /** By the patient's row. */
  label_prints: Readonly<Record<string, PrintedLabels>>
  device: string
  /** What people call this tablet; empty: nothing. */
  device_name: string
  /** The same while the server has not heard of it. */
  device_name_untold: string
  /** It is the demonstration, as somebody's profile said here. */
  demonstration: true
  /** The server's epoch, unknown before the first contact. */
  epoch: string
  /** How often a tab or the service worker began to lead here (sync contract T4). */
  term: number
  cursor: number
  /** Number of the present load of the record tables. */
  load: number
  /** A reload is under way: what it does not bring is swept at its end. */
  reloading: boolean
  /** Only these collections are loaded anew, and swept at the end; null for all. */
  reloading_only: readonly string[] | null
  /** How far a load of the records came; null once there is none. */
  loading: LoadProgress | null
  /** Of what the server has, as this tablet holds it; absent until its tables were looked through. */
  digests: Digests
  /** Lists whose entries stand beside their records, by collection. */
  kept_lists: KeptLists
  /** Kept over terms: a tab that takes the lead does not look again at once. */
  looked_through: LookedThrough
  /** Times that this tablet did not hold what the server had. */
  differences: Differences
  /** Server's clock less the device's, in ms. */
  clock_offset_ms: number
  last_pull: string
  /** How the last round of this tablet ended, for the tabs that do not send. */
  server_reachable: boolean
  /** The protocol number that the server last refused; null once it took one. */
  refused_protocol: number | null
  /** Since when the server answers, whatever it says. */
  answering: ServerContact
  section_keys: { block: number; next: number; to: number }
  organization_seen: SeenOrganization
  devices_seen: SeenDevices
  policies_seen: PoliciesItem
  unsaved_users: Readonly<Record<string, UnsavedUser>>
  unsaved_settings: Readonly<Record<string, UnsavedSettings>>
  ledger_alarms: readonly LedgerAlarm[]
  ledger_verified: LedgerVerification
  /** Where a person's open table lives since it was kept apart: `user_id/draft` to draft (sync contract M10). */
  table_forks: Readonly<Record<string, string>>
  /** The server has a new epoch, and this tablet has not yet brought back what the old one took. */
  to_return: boolean
  drafts_to_return: readonly DraftToResubmit[]
  /** Refused sheets that were opened again here, the newest first. */
  reopened_sheets: readonly RefusedSheet[]
}

export interface SettingRow {
  key: string
  value: unknown
}
