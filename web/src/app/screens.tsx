import { lazy } from 'react'
import type { ComponentType } from 'react'
import { overlay } from '../ui/overlay.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { NoAccessPage, NotFoundPage } from './error-pages.tsx'
import type { RouteEntry } from './route-table.ts'
import { opening } from './shell-text.ts'

/** The list that one press on Home opens comes in some forty files; they are fetched while Home is read. */
const ControlledSubstances = overlay(
  async () => (await import('./controlled-substances-route.tsx')).ControlledSubstancesRoute,
  <Spinner label={opening} />,
)

function fetchListAtIdle(): void {
  const fetchList = () => {
    ControlledSubstances.fetchAhead().catch((error: unknown) =>
      console.warn('Could not load a screen ahead.', error),
    )
  }
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) requestIdleCallback(fetchList)
  else setTimeout(fetchList, 500)
}

/** Each screen comes in its own chunk; the shell holds none of them. */
export const SCREENS: Readonly<Record<RouteEntry['name'], ComponentType>> = {
  home: lazy(async () => {
    const { HomeRoute } = await import('./home-route.tsx')
    fetchListAtIdle()
    return { default: HomeRoute }
  }),
  newSheet: lazy(async () => ({ default: (await import('./new-sheet-route.tsx')).NewSheetRoute })),
  patients: lazy(async () => ({ default: (await import('./saved-sheets-route.tsx')).SavedSheetsRoute })),
  injections: lazy(async () => ({
    default: (await import('../features/library/simple/injections-screen.tsx')).InjectionsScreen,
  })),
  anesthesia: lazy(async () => ({
    default: (await import('../features/library/protocols/anesthesia-screen.tsx')).AnesthesiaProtocolsScreen,
  })),
  emergency: lazy(async () => ({
    default: (await import('../features/library/protocols/emergency-screen.tsx')).EmergencyProtocolsScreen,
  })),
  procedures: lazy(async () => ({
    default: (await import('../features/library/simple/procedures-screen.tsx')).ProceduresScreen,
  })),
  needsAttention: lazy(async () => ({
    default: (await import('./needs-attention-route.tsx')).NeedsAttentionRoute,
  })),
  login: lazy(async () => ({ default: (await import('../features/sign-in/login-screen.tsx')).LoginScreen })),
  setup: lazy(async () => ({ default: (await import('../features/sign-in/setup-screen.tsx')).SetupScreen })),
  forgotPassword: lazy(async () => ({
    default: (await import('../features/password-reset/forgot-password-screen.tsx')).ForgotPasswordScreen,
  })),
  resetPassword: lazy(async () => ({
    default: (await import('../features/password-reset/reset-password-screen.tsx')).ResetPasswordScreen,
  })),
  organization: lazy(async () => ({
    default: (await import('../features/organization/organization-screen.tsx')).OrganizationScreen,
  })),
  drugs: lazy(async () => ({
    default: (await import('../features/library/drugs/drugs-screen.tsx')).DrugsScreen,
  })),
  singleDraws: lazy(async () => ({
    default: (await import('../features/single-draws/single-draws-screen.tsx')).SingleDrawsScreen,
  })),
  newBalanceSheet: lazy(async () => ({
    default: (await import('../features/controlled-substances/create/create-screen.tsx')).CreateBalanceScreen,
  })),
  controlledSubstances: ControlledSubstances,
  device: lazy(async () => ({ default: (await import('./device-route.tsx')).DeviceRoute })),
  devices: lazy(async () => ({
    default: (await import('../features/devices/devices-screen.tsx')).DevicesScreen,
  })),
  actionLog: lazy(async () => ({
    default: (await import('../features/action-log/action-log-screen.tsx')).ActionLogScreen,
  })),
  ledger: lazy(async () => ({
    default: (await import('../features/ledger/ledger-screen.tsx')).LedgerScreen,
  })),
  help: lazy(async () => ({ default: (await import('./help-route.tsx')).HelpRoute })),
  guide: lazy(async () => ({ default: (await import('./help-route.tsx')).GuideRoute })),
  error: NoAccessPage,
  notFound: NotFoundPage,
}
