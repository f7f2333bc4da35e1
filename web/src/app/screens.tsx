import { fetched } from '../ui/overlay.tsx'
import { NoAccessPage, NotFoundPage } from './error-pages.tsx'

/** Each screen comes in its own chunk; the shell holds none of them. */
const FETCHED = {
  home: fetched(async () => (await import('./home-route.tsx')).HomeRoute),
  newSheet: fetched(async () => (await import('./new-sheet-route.tsx')).NewSheetRoute),
  emergencyNow: fetched(async () => {
    const { EmergencyRoute, readAhead } = await import('./emergency-route.tsx')
    readAhead()
    return EmergencyRoute
  }),
  day: fetched(async () => (await import('./day-route.tsx')).DayRoute),
  ready: fetched(async () => (await import('./ready-route.tsx')).ReadyRoute),
  calculator: fetched(async () => (await import('./calculator-route.tsx')).CalculatorRoute),
  patients: fetched(async () => (await import('./saved-sheets-route.tsx')).SavedSheetsRoute),
  injections: fetched(
    async () => (await import('../features/library/simple/injections-screen.tsx')).InjectionsScreen,
  ),
  anesthesia: fetched(
    async () =>
      (await import('../features/library/protocols/anesthesia-screen.tsx')).AnesthesiaProtocolsScreen,
  ),
  emergency: fetched(
    async () => (await import('../features/library/protocols/emergency-screen.tsx')).EmergencyProtocolsScreen,
  ),
  procedures: fetched(
    async () => (await import('../features/library/simple/procedures-screen.tsx')).ProceduresScreen,
  ),
  needsAttention: fetched(async () => (await import('./needs-attention-route.tsx')).NeedsAttentionRoute),
  login: fetched(async () => (await import('../features/sign-in/login-screen.tsx')).LoginScreen),
  setup: fetched(async () => (await import('../features/sign-in/setup-screen.tsx')).SetupScreen),
  forgotPassword: fetched(
    async () => (await import('../features/password-reset/forgot-password-screen.tsx')).ForgotPasswordScreen,
  ),
  resetPassword: fetched(
    async () => (await import('../features/password-reset/reset-password-screen.tsx')).ResetPasswordScreen,
  ),
  organization: fetched(async () => (await import('./organization-route.tsx')).OrganizationRoute),
  clinicSettings: fetched(
    async () => (await import('../features/clinic-settings/clinic-settings-screen.tsx')).ClinicSettingsScreen,
  ),
  drugs: fetched(async () => (await import('../features/library/drugs/drugs-screen.tsx')).DrugsScreen),
  singleDraws: fetched(
    async () => (await import('../features/single-draws/single-draws-screen.tsx')).SingleDrawsScreen,
  ),
  newBalanceSheet: fetched(
    async () =>
      (await import('../features/controlled-substances/create/create-screen.tsx')).CreateBalanceScreen,
  ),
  controlledSubstances: fetched(
    async () => (await import('./controlled-substances-route.tsx')).ControlledSubstancesRoute,
  ),
  account: fetched(async () => (await import('../features/account/account-screen.tsx')).AccountScreen),
  device: fetched(async () => (await import('./device-route.tsx')).DeviceRoute),
  devices: fetched(async () => (await import('../features/devices/devices-screen.tsx')).DevicesScreen),
  actionLog: fetched(
    async () => (await import('../features/action-log/action-log-screen.tsx')).ActionLogScreen,
  ),
  ledger: fetched(async () => (await import('../features/ledger/ledger-screen.tsx')).LedgerScreen),
  help: fetched(async () => (await import('./help-route.tsx')).HelpRoute),
  guide: fetched(async () => (await import('./help-route.tsx')).GuideRoute),
}

export const SCREENS = { ...FETCHED, error: NoAccessPage, notFound: NotFoundPage } as const

export type FetchedScreen = keyof typeof FETCHED
export const fetchScreen = (name: FetchedScreen): Promise<unknown> => FETCHED[name].fetchAhead()
