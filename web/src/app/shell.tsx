import { lazy, Suspense, useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { useStore } from 'zustand'
import type { Revocation } from '../data/people/revocation.ts'
import { revoked } from '../data/people/revocation-watch.ts'
import { session } from '../data/people/session.ts'
import { watchLostFocus } from '../ui/lost-focus.ts'
import { watchPressedControls } from '../ui/pressed-control.ts'
import { forgetScrollPlaces } from '../ui/scroll-memory.ts'
import { readTallMan, showTallMan } from '../ui/tall-man-choice.ts'
import { readTheme, showTheme } from '../ui/theme.ts'
import { Spinner } from '../ui/spinner.tsx'
import { dismissToasts } from '../ui/toast-queue.ts'
import { Toasts } from '../ui/toasts.tsx'
import { leaveGuard } from '../data/drafts/leave-guard.ts'
import { forgetAllTyped } from '../data/drafts/forget-typed.ts'
import { setsDown } from '../paths.ts'
import { overlay } from '../ui/overlay.tsx'
import { DemonstrationStrip } from './demonstration-strip.tsx'
import { desk, showOver } from './desk.ts'
import { NavigationBar } from './navigation-bar.tsx'
import { ScreenBoundary } from './screen-boundary.tsx'
import { opening } from './shell-text.ts'
import './shell.css'
import { StorageNotices } from './storage-notices.tsx'
import { UpdateNotice } from './update-notice.tsx'
import { useAppBadge } from './use-app-badge.ts'
import { useKeptCorrections } from './use-kept-corrections.ts'
import { useLaunches } from './use-launches.ts'
import { useDeskKeys } from './use-desk-keys.ts'
import { useDiscrepancyCount } from './use-discrepancy-count.ts'
import { titleAt } from './use-trail.ts'

/** An open sheet is never interrupted by a new version, nor are an emergency and a calculation. */
const nothingOpen = () => leaveGuard.getState().guard === null && !setsDown(window.location.pathname)

const RevokedScreen = lazy(async () => ({
  default: (await import('../features/device/revoked-screen.tsx')).RevokedScreen,
}))

const OverDeskDialog = overlay(async () => (await import('./over-desk.tsx')).OverDeskDialog)
/** For what is pressed next. */
export const fetchOverDesk = (): Promise<unknown> => OverDeskDialog.fetchAhead()

/** The organization that is being removed from this tablet: the one of whoever is signed in, or any where nobody is. */
const revocationOf = (rows: readonly Revocation[], orgId: string | undefined) =>
  rows.find(({ org_id, state }) => state !== 'wiped' && (orgId === undefined || org_id === orgId))

/** What stays while screens come and go. */
export function Shell() {
  const { pathname } = useLocation()
  const user = useStore(session, (state) => state.user)
  const screen = useRef<HTMLElement>(null)
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // A new screen starts at its top, and its reader too.
    window.scrollTo(0, 0)
    // Where it begins with a field, somebody may be typing into that already.
    const focused = document.activeElement
    if (focused === screen.current || !screen.current?.contains(focused))
      screen.current?.focus({ preventScroll: true })
  }, [pathname])

  useEffect(watchPressedControls, [])
  useEffect(watchLostFocus, [])
  const person = user?._id
  useDiscrepancyCount(user)
  useAppBadge(person)
  useKeptCorrections(person)
  useLaunches()
  const before = useRef(person)
  useEffect(() => {
    // An UNDO of one person would be done in the name of the next.
    if (before.current !== undefined && before.current !== person) {
      dismissToasts()
      forgetAllTyped()
      showOver(null)
    }
    if (before.current !== person) forgetScrollPlaces()
    before.current = person
    showTheme(readTheme(person ?? null))
    showTallMan(readTallMan(person ?? null))
  }, [person])
  const over = useStore(desk, (state) => state.over)
  const revocation = useStore(revoked, ({ rows }) => revocationOf(rows, user?.org_id))
  const working = revocation === undefined ? user : null
  useDeskKeys(working)

  return (
    <div className="shell">
      <NavigationBar title={titleAt(pathname)} user={user} revoked={revocation !== undefined} />
      <DemonstrationStrip />
      <StorageNotices />
      <UpdateNotice mayReload={nothingOpen} />
      {over !== null && working !== null && (
        <ScreenBoundary key={over.what}>
          <OverDeskDialog over={over} user={working} />
        </ScreenBoundary>
      )}
      <main id="screen" aria-labelledby="screen-title" className="screen" tabIndex={-1} ref={screen}>
        <ScreenBoundary key={`${person} ${pathname}`}>
          <Suspense
            fallback={
              <div className="page">
                <Spinner label={opening} />
              </div>
            }
          >
            {revocation === undefined ? <Outlet /> : <RevokedScreen revocation={revocation} />}
          </Suspense>
        </ScreenBoundary>
      </main>
      <Toasts />
    </div>
  )
}
