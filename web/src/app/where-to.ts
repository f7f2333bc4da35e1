import { paths, speciesOfPath } from '../paths.ts'

/** Who may open a route: `any` of these permissions; `confirmed` routes have the token checked on the way in. */
export type Access = 'everyone' | 'guest' | { any: readonly number[]; confirmed: boolean }

export interface Visit {
  access: Access
  /** The path's {species}, for a route that has one. */
  species?: string | undefined
}

/** The part of the session that decides: no user is a guest, no permissions are a broken profile. */
export interface Visitor {
  user: { org_perms?: readonly number[] | null } | null
}

/** 'stay', 'sign out', or the path to go to instead (`spec 1 §2`). */
export function whereTo({ access, species }: Visit, { user }: Visitor): string {
  if (access === 'everyone') return 'stay'
  if (user === null) return access === 'guest' ? 'stay' : paths.login
  const perms = user.org_perms
  if (perms === undefined || perms === null || perms.length === 0) return 'sign out'
  if (access === 'guest') return paths.home
  if (species !== undefined && speciesOfPath(species) === null) return paths.error
  if (access.any.some((permission) => perms.includes(permission))) return 'stay'
  if (perms.includes(0)) return paths.organization
  return perms.includes(1) ? paths.home : paths.error
}

/**
 * Where 'Return to Home' leads this visitor: Home, or where somebody is sent who may not open it; null where that is
 * nowhere.
 */
export function homeOf(visitor: Visitor): string | null {
  const sent = whereTo({ access: { any: [1], confirmed: true } }, visitor)
  if (sent === 'stay' || visitor.user === null) return paths.home
  return sent === paths.organization ? sent : null
}
