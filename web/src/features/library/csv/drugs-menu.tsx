import { Download, EllipsisVertical, Upload } from 'lucide-react'
import { useState } from 'react'
import { mayCreate } from 'sync-protocol/rules/permissions'
import { usePerson } from '../../../records/use-person.ts'
import { useScreenActs } from '../../../records/use-screen-acts.ts'
import { useToday } from '../../../records/use-today.ts'
import { overlay } from '../../../ui/overlay.tsx'
import { MenuButton } from '../../../ui/menu-button.tsx'
import { showToast } from '../../../ui/toast-queue.ts'
import { csvText as text } from './csv-text.ts'

const ImportModal = overlay(async () => (await import('./import-modal.tsx')).ImportModal)

/** What is done with the whole library at once; its code comes when it is asked for. */
export function DrugsMenu() {
  const { _id, org_perms, time_zone } = usePerson()
  const today = useToday(time_zone)
  const [isOpen, setOpen] = useState(false)
  const mayAdd = mayCreate({ user_id: _id, perms: org_perms }, 'drugs')
  const makeFile = async () => {
    try {
      const { exportDrugs } = await import('./export-drugs.ts')
      await exportDrugs(today)
    } catch (error) {
      console.error(error)
      showToast({ kind: 'harm', text: text.notExported })
    }
  }
  useScreenActs({
    'export drugs': () => void makeFile(),
    'import drugs': mayAdd ? () => setOpen(true) : undefined,
  })
  return (
    <>
      <MenuButton<'export' | 'import'>
        label={text.more}
        items={[
          { id: 'export', label: text.export, icon: <Download aria-hidden /> },
          ...(mayAdd ? [{ id: 'import' as const, label: text.import, icon: <Upload aria-hidden /> }] : []),
        ]}
        onAction={(what) => (what === 'import' ? setOpen(true) : void makeFile())}
      >
        <EllipsisVertical aria-hidden />
      </MenuButton>
      {isOpen && <ImportModal onClose={() => setOpen(false)} />}
    </>
  )
}
