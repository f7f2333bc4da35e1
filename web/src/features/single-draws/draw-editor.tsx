import { useLiveQuery } from 'dexie-react-hooks'
import { Check } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { FORMS } from 'sync-protocol/records/fields'
import { roundedVolume } from 'sync-protocol/rules/ledger-volume'
import { isSetAside } from '../../data/attention/attention.ts'
import { FormNotices } from '../../records/form-notices.tsx'
import { formText } from '../../records/form-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ChoiceButton } from '../../ui/choice-button.tsx'
import { formatDate, formatNumber } from '../../ui/format.ts'
import { Modal } from '../../ui/modal.tsx'
import { Question } from '../../ui/question.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ChosenDrug } from './chosen-drug.tsx'
import { DrawGuard } from './draw-guard.tsx'
import { patientSpecies, type DrawOpening } from './draw-opening.ts'
import { ProcedurePicker } from './procedure-picker.tsx'
import { singleDrawsText as text } from './single-draws-text.ts'
import { authorButMe, useSingleDraw, type SingleDraw } from './use-single-draw.ts'

interface DrawEditorProps {
  opening: DrawOpening
  person: { _id: string; time_zone: string }
  onClose: () => void
}

const FORM_OPTIONS = FORMS.map((value) => ({ value, label: value }))

/** Makes a single draw, and on request another one out of the same form (`spec 2 §2`). */
export function DrawEditor({ opening, person, onClose }: DrawEditorProps) {
  const draw = useSingleDraw(opening, person.time_zone, onClose)
  const { form, set, fault, saved } = draw
  const { values, phase } = form
  const [picking, setPicking] = useState(false)
  const guardId = useId()
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (fault === null) return
    fields.current?.querySelector<HTMLElement>(`[name="${fault.field}"], [data-invalid]`)?.focus()
  }, [fault])
  const errorAt = (field: string) => (fault?.field === field ? fault.message : undefined)
  const field = (name: 'patient_name' | 'patient_id' | 'volume') => ({
    name,
    value: values[name],
    onChange: (value: string) => set({ [name]: value }),
    error: errorAt(name),
    onEnter: draw.save,
  })
  const rounded = fault?.field === 'volume' ? null : roundedVolume(values.volume)

  return (
    <>
      <Modal
        title={text.newTitle(text.speciesNames[patientSpecies(opening)])}
        onClose={draw.close}
        footer={
          <>
            <Button onClick={draw.close} disabled={phase === 'saving'}>
              {saved ? text.exit : formText.cancel}
            </Button>
            <Button
              kind="primary"
              icon={saved && <Check aria-hidden />}
              onClick={draw.save}
              busy={phase === 'saving' && formText.saving}
            >
              {saved ? text.saved : formText.save}
            </Button>
          </>
        }
      >
        <div className="stack single-draw-form" ref={fields}>
          <Notices draw={draw} opening={opening} />
          <ChosenDrug species={opening.species} substance={opening.substance} />
          <ChoiceButton
            label={text.changeProcedure}
            value={values.procedure === '' ? undefined : values.procedure}
            placeholder={text.noProcedure}
            error={errorAt('procedure')}
            onPress={() => setPicking(true)}
          />
          <div className="single-draw-fields">
            <TextField label={text.patientName} {...field('patient_name')} />
            <TextField label={text.patientId} optional {...field('patient_id')} />
          </div>
          <div className="single-draw-fields">
            <TextField
              label={text.volume}
              inputMode="decimal"
              suffix={text.ml}
              {...(rounded !== null && { hint: saved ? text.savedRounded(rounded) : text.rounded(rounded) })}
              describedBy={guardId}
              {...field('volume')}
            />
            <DrawGuard id={guardId} opening={opening} values={values} timeZone={person.time_zone} />
            <Select
              label={text.form}
              value={values.form}
              options={FORM_OPTIONS}
              onChange={(drawForm) => set({ form: drawForm })}
            />
          </div>
          {values.form === 'TABLET' && <p className="quiet small">{text.tabletHint}</p>}
        </div>
      </Modal>
      {picking && (
        <ProcedurePicker
          species={opening.species}
          chosen={values.procedure}
          onChoose={(procedure) => {
            set({ procedure })
            setPicking(false)
          }}
          onClose={() => setPicking(false)}
        />
      )}
      {draw.asked === 'again' && (
        <Question
          title={text.againTitle}
          text={text.again}
          second={text.againSecond}
          onNo={draw.stay}
          onYes={draw.saveAgain}
        />
      )}
      {draw.asked === 'leave' && (
        <Question danger title={text.leaveTitle} text={text.leave} onNo={draw.stay} onYes={draw.leave} />
      )}
    </>
  )
}

function Notices({ draw, opening }: { draw: SingleDraw; opening: DrawOpening }) {
  const { form, saved, savedId } = draw
  const { values } = form
  const setAside = useLiveQuery(
    async () => savedId !== null && (await isSetAside('draws', savedId)),
    [savedId],
  )
  const { kept, day } = opening
  const volume = roundedVolume(values.volume) ?? formatNumber(values.volume)
  const called = text.called(volume, opening.substance.drug_name, values.patient_name)
  return (
    <>
      <FormNotices
        form={form}
        failed={text.failed}
        onRetry={draw.save}
        isOver={kept?.completes !== undefined}
        continued={values.saved ? undefined : kept}
        refused={({ completes }) =>
          completes === undefined
            ? text.refused(day === undefined ? null : formatDate(day))
            : text.completes(authorButMe(completes), completes.message)
        }
      >
        {setAside === true && <Banner kind="attention">{text.setAside}</Banner>}
      </FormNotices>
      {values.saved && !saved && <Banner kind="info">{text.savedBefore}</Banner>}
      <output className="visually-hidden">{saved && text.savedNote(called)}</output>
    </>
  )
}
