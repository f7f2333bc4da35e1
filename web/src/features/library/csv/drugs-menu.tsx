import { Download, EllipsisVertical } from 'lucide-react'
import { usePerson } from '../../../records/use-person.ts'
import { useToday } from '../../../records/use-today.ts'
import { MenuButton } from '../../../ui/menu-button.tsx'
import { showToast } from '../../../ui/toast-queue.ts'
import { csvText as text } from './csv-text.ts'

/** What is done with the whole library at once; its code comes when it is asked for. */
export function DrugsMenu() {
  const { time_zone } = usePerson()
  const today = useToday(time_zone)
  const act = async () => {
    try {
      const { exportDrugs } = await import('./export-drugs.ts')
      await exportDrugs(today)
    } catch (error) {
      console.error(error)
      showToast({ kind: 'harm', text: text.notExported })
    }
  }
  return (
    <MenuButton
      label={text.more}
      items={[{ id: 'export', label: text.export, icon: <Download aria-hidden /> }]}
      onAction={() => void act()}
    >
      <EllipsisVertical aria-hidden />
    </MenuButton>
  )
}
