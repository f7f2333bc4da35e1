import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { clinicSettings } from '../data/people/clinic-settings.ts'
import { getRecord } from '../data/view/records.ts'
import { sheetWeight, type SheetWeight } from './sheet-weight.ts'

/** What is unusual about the weight of a saved sheet; null while nothing is, or it is looked up. */
export function useSheetWeight(id: string): SheetWeight | null {
  const settings = useStore(clinicSettings)
  const record = useLiveQuery(() => getRecord('sheets', id), [id])
  const [said, setSaid] = useState<SheetWeight | null>(null)
  useEffect(() => {
    if (!record?.content) return undefined
    let left = false
    const { content: sheet, meta } = record
    const look = async () => {
      const found = await sheetWeight({ sheet, sheet_id: id, date_created: meta.date_created }, settings)
      if (!left) setSaid(found)
    }
    void look()
    return () => {
      left = true
    }
  }, [record, id, settings])
  return said
}
