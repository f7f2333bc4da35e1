import { useLiveQuery } from 'dexie-react-hooks'
import { contestsOf, NO_CONTESTS, type Contests } from '../../data/attention/contested.ts'
import { currentClinic } from '../../data/database/signed-in.ts'
import { rowsOfDay, type DayRow } from '../../data/view/day-rows.ts'
import { colleaguesSheets } from '../../data/view/recent-sheets.ts'

/** A sheet that somebody else has open. */
export interface ColleaguesSheet {
  id: string
  author_name: string
}

/** The patients of a day in their order, live; undefined while they are read. */
export function useDayRows(day: string): readonly DayRow[] | undefined {
  const found = useLiveQuery(async () => ({ day, rows: await rowsOfDay(currentClinic(), day) }), [day])
  // Never those of the day before.
  return found?.day === day ? found.rows : undefined
}

/** The rows of which two versions wait for a decision, with what clashed. */
export const useContestedRows = (): Contests => useLiveQuery(() => contestsOf('day_rows'), [], NO_CONTESTS)

const NOBODY: ReadonlyMap<string, ColleaguesSheet> = new Map()

/** For each row, live, the sheet that a colleague has open for it. */
export const useColleaguesSheets = (userId: string): ReadonlyMap<string, ColleaguesSheet> =>
  useLiveQuery(
    async () => {
      const found = await colleaguesSheets(userId)
      return new Map(
        [...found].map(([row, { _id: id, meta }]) => [row, { id, author_name: meta.author_name }]),
      )
    },
    [userId],
    NOBODY,
  )
