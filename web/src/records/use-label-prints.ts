import { useLiveQuery } from 'dexie-react-hooks'
import { currentClinic } from '../data/database/signed-in.ts'
import { labelPrints } from '../data/database/label-prints.ts'
import type { SettingValues } from '../data/database/setting-values.ts'

const NONE: SettingValues['label_prints'] = {}

/** What labels were printed on this tablet, live. */
export const useLabelPrints = (): SettingValues['label_prints'] =>
  useLiveQuery(() => labelPrints(currentClinic()), [], NONE)
