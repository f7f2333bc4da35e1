import { localDay } from 'sync-protocol/rules/local-day'
import { dayNumber, dayOfNumber } from 'sync-protocol/rules/substance-series'
import { VISITOR_EMAIL, type Profile } from 'sync-protocol/wire/accounts'
import { viewOf, type ClinicDatabase } from '../../data/database/clinic-database.ts'
import { readSetting } from '../../data/database/settings.ts'
import { currentClinic } from '../../data/database/signed-in.ts'
import { now } from '../../data/database/time.ts'
import { appVersion } from '../../data/device/app-version.ts'
import { keptApp } from '../../data/device/kept-app.ts'
import { lastVerification } from '../../data/outbox/ledger-verification.ts'
import { mayEnterOffline, peopleWithoutNetwork } from '../../data/people/known-person.ts'
import { rowsOfDay } from '../../data/view/day-rows.ts'
import type { Readiness } from './readiness.ts'

/** What this tablet tells of itself; the rest is the sync status, and what the server answers. */
export type TabletFacts = Pick<
  Readiness,
  | 'now'
  | 'timeZone'
  | 'userId'
  | 'isVisitor'
  | 'device'
  | 'people'
  | 'isAllowed'
  | 'drugs'
  | 'protocols'
  | 'today'
  | 'tomorrow'
  | 'kept'
  | 'version'
  | 'clockOffsetMs'
  | 'battery'
> & { verified: Awaited<ReturnType<typeof lastVerification>> }

/** Reads all that is known here without the server. */
export async function readTablet(person: Profile, clinic = currentClinic()): Promise<TabletFacts> {
  const at = now()
  const { time_zone: timeZone } = person
  const day = localDay(new Date(at).toISOString(), timeZone)
  const [people, drugs, anesthesia, emergency, today, tomorrow, kept, offset, device, verified, battery] =
    await Promise.all([
      peopleWithoutNetwork(person.org_id),
      countOf(clinic, 'drugs'),
      countOf(clinic, 'anesthesia_protocols'),
      countOf(clinic, 'emergency_protocols'),
      patientsOf(clinic, day),
      patientsOf(clinic, dayOfNumber(dayNumber(day) + 1)),
      keptApp(),
      readSetting(clinic, 'clock_offset_ms'),
      readSetting(clinic, 'device'),
      lastVerification(),
      batteryNow(),
    ])
  return {
    now: at,
    timeZone,
    userId: person._id,
    isVisitor: person.email === VISITOR_EMAIL,
    device: device ?? '',
    people,
    isAllowed: mayEnterOffline(person),
    drugs,
    protocols: anesthesia + emergency,
    today,
    tomorrow,
    kept,
    version: appVersion(),
    clockOffsetMs: offset ?? null,
    verified,
    battery,
  }
}

type Library = 'drugs' | 'anesthesia_protocols' | 'emergency_protocols'

const countOf = (clinic: ClinicDatabase, collection: Library): Promise<number> =>
  viewOf(clinic, collection)
    .filter(({ deleted }) => !deleted)
    .count()

const patientsOf = async (clinic: ClinicDatabase, day: string): Promise<number> =>
  (await rowsOfDay(clinic, day)).length

/** Not every browser tells. */
interface TellsOfBattery {
  getBattery(): Promise<{ level: number; charging: boolean }>
}

async function batteryNow(): Promise<Readiness['battery']> {
  if (!('getBattery' in navigator)) return null
  try {
    const { level, charging } = await (navigator as unknown as TellsOfBattery).getBattery()
    return { level, charging }
  } catch (error) {
    console.warn(error)
    return null
  }
}
