import { useLiveQuery } from 'dexie-react-hooks'
import type { Collection } from 'sync-protocol/records/envelope'
import { dropForm, keepForm, keptForms, type KeptForm } from '../data/drafts/kept-forms.ts'
import { Banner } from '../ui/banner.tsx'
import { formatDateTime } from '../ui/format.ts'
import { showToast } from '../ui/toast-queue.ts'
import { formText as text } from './form-text.ts'
import { usePerson } from './use-person.ts'

const told = (error: unknown) => {
  console.error(error)
  showToast({ text: text.notOpened, kind: 'harm' })
}

/** The newest form of a list that is not saved yet. */
export const useKeptForm = (collection: Collection, species: number): KeptForm | undefined =>
  useLiveQuery(() => keptForms(collection), [collection])?.find((form) => form.species === species)

interface KeptFormOfferProps {
  form: KeptForm
  title: string
  /** When it was typed, given the moment. */
  typedAt: (moment: string) => string
  onOpen: (kept: KeptForm) => void
}

/** A form that a reload, a crash or a sign-out interrupted: go on with it, or give it up. */
export function KeptFormOffer({ form, title, typedAt, onOpen }: KeptFormOfferProps) {
  const { time_zone } = usePerson()
  const discard = () => {
    dropForm(form).then(
      () => showToast({ text: text.discarded, undo: () => void keepForm(form).catch(told) }),
      told,
    )
  }
  return (
    <Banner
      kind="info"
      title={title}
      action={{ label: text.continue, onPress: () => onOpen(form) }}
      onDismiss={discard}
    >
      {typedAt(formatDateTime(form.at, time_zone))}
    </Banner>
  )
}
