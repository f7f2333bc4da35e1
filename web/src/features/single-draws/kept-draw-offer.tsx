import { useLiveQuery } from 'dexie-react-hooks'
import { nameIn } from 'sync-protocol/records/kinds'
import { dropForm, keepForm, keptForms, type KeptForm } from '../../data/drafts/kept-forms.ts'
import { getRecord } from '../../data/view/records.ts'
import type { Species } from '../../paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { singleDrawsText as text } from './single-draws-text.ts'

interface KeptDrawOfferProps {
  species: Species
  timeZone: string
  onOpen: (kept: KeptForm) => void
}

const told = (error: unknown) => {
  console.error(error)
  showToast({ text: text.notOpened, kind: 'harm' })
}

/** A form that a reload, a crash or a sign-out interrupted: go on with it, or give it up. */
export function KeptDrawOffer({ species, timeZone, onOpen }: KeptDrawOfferProps) {
  const forms = useLiveQuery(() => keptForms('draws'))
  const form = forms?.find((one) => one.species === species)
  const id = form?._id
  const isMade = useLiveQuery(
    async () => id !== undefined && (await getRecord('draws', id)) !== undefined,
    [id],
  )
  if (form === undefined) return null
  const drug = nameIn('draws', form.start) || nameIn('draws', form.intended)
  const discard = () => {
    dropForm(form).then(
      () => showToast({ text: text.discarded, undo: () => void keepForm(form).catch(told) }),
      told,
    )
  }
  return (
    <Banner
      kind="info"
      title={isMade === true ? text.madeMeanwhile(form.name) : text.unsaved(form.name)}
      action={{ label: text.continue, onPress: () => onOpen(form) }}
      onDismiss={discard}
    >
      {text.typedAt(drug, formatDateTime(form.at, timeZone))}
    </Banner>
  )
}
