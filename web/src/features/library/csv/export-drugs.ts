import { drugContent } from 'sync-protocol/records/drug'
import { asKnown } from 'sync-protocol/records/known'
import { formOfDrug, type DrugForm } from 'sync-protocol/rules/drug-form'
import type { LiveSection } from '../../../data/view/library-sections.ts'
import { librarySections } from '../../../data/view/library-sections.ts'
import { allRecords } from '../../../data/view/records.ts'
import { download } from '../../../ui/download.ts'
import { csvFile } from '../../../exports/csv-row.ts'
import { formatDate } from '../../../ui/format.ts'
import { showToast } from '../../../ui/toast-queue.ts'
import { csvText as text } from './csv-text.ts'
import { cellsOf } from './drug-cells.ts'
import { DRUG_COLUMNS } from './drug-columns.ts'
import { titleOf } from './section-titles.ts'

/** The file's rows: first the headers, then the drugs by section and name. */
export function drugRows(forms: readonly DrugForm[], sections: readonly LiveSection[]): string[][] {
  const titled = forms.map((form) => ({ form, title: titleOf(sections, form.section_key) }))
  const sorted = titled.toSorted(
    (a, b) => a.title.localeCompare(b.title) || a.form.name.localeCompare(b.form.name),
  )
  return [
    DRUG_COLUMNS.map(({ header }) => header),
    ...sorted.map(({ form, title }) => {
      const cells = cellsOf(form, title)
      return DRUG_COLUMNS.map(({ id }) => cells[id] ?? '')
    }),
  ]
}

/** Makes the file of every drug, of both species and of all sections. */
export async function exportDrugs(day: string): Promise<void> {
  try {
    const [records, sections] = await Promise.all([allRecords('drugs'), librarySections()])
    const forms = records.flatMap(({ content }) => {
      const drug = asKnown(drugContent, content)
      return drug === null ? [] : [formOfDrug(drug)]
    })
    const name = text.file(formatDate(day).replaceAll('/', '.'))
    download(csvFile(drugRows(forms, sections)), name)
    showToast({ text: text.exported(forms.length, name) })
    const left = records.length - forms.length
    if (left > 0) showToast({ kind: 'attention', text: text.unreadable(left) })
  } catch (error) {
    console.error(error)
    showToast({ kind: 'harm', text: text.notExported })
  }
}
