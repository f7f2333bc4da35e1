import { useLiveQuery } from 'dexie-react-hooks'
import type { DrugClass } from 'sync-protocol/records/fields'
import type { ClinicDatabase } from '../data/database/clinic-database.ts'
import { currentClinic } from '../data/database/signed-in.ts'
import { sectionClasses } from '../data/view/library-sections.ts'

type Classes = ReadonlyMap<number, DrugClass>

/** As last read: a drug's class has a line of its own, and would move what is below if it came after its row. */
const lastRead = new WeakMap<ClinicDatabase, Classes>()

async function readClasses(): Promise<Classes> {
  const clinic = currentClinic()
  const classes = await sectionClasses()
  lastRead.set(clinic, classes)
  return classes
}

/** The drug class of each of the clinic's sections, by key; a section without a class is not in it. Undefined until it is read. */
export const useSectionClasses = (): Classes | undefined =>
  useLiveQuery(readClasses, [], lastRead.get(currentClinic()))
