/** Present name and permissions of somebody of the organization; none of somebody removed, or unknown to the backup. */
export interface PresentAuthor {
  user_name: string
  perms: readonly number[]
  removed?: boolean
  /** Of the lanes that are asked about: those whose right to send was revoked, and not given again. */
  revoked_lanes?: readonly string[]
  /** Of the same: those that are somebody else's. */
  foreign_lanes?: readonly string[]
}
