import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { FluidsPart } from './fluids-part.tsx'
import { EMPTY_INFUSION, type InfusionForm } from './infusion-form.ts'
import { infusionResults } from './infusion-results.ts'
import { RateCard } from './rate-card.tsx'
import { fluidsFor } from './fluid-form.ts'

const dog = { species: 0, weight: '20', units: 'kg', sheet: null } as const
const lidocaine: InfusionForm = {
  ...EMPTY_INFUSION,
  concentration: '20',
  dose: '30',
  unit: 'mcg/kg/min',
  volume: '500',
  rate: '40',
}
const still = () => undefined

const shown = (markup: string) =>
  markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(' .', '.')

const card = (form: InfusionForm) =>
  shown(
    renderToStaticMarkup(
      <RateCard form={form} results={infusionResults(form, dog, null)} onChange={still} />,
    ),
  )

it('shows the rate of a syringe or what goes into a bag, and never both', () => {
  const syringe = card(lidocaine)
  expect(syringe).toContain('1.8 ml/h')
  expect(syringe).not.toMatch(/22\.5|450/)
  const bag = card({ ...lidocaine, way: 'bag' })
  expect(bag).toContain('22.5 ml 450 mg / 20 mg/ml = 22.5 ml')
  expect(bag).toContain('run the bag at 40 ml/h.')
  expect(bag).not.toContain('1.8 ml/h')
})

it('shows no number where one is missing', () => {
  expect(card({ ...lidocaine, unit: '-' })).toContain('Still needed: unit of the dose. Rate – ml/h')
  const tooFull = card({ ...lidocaine, way: 'bag', volume: '20', rate: '1' })
  expect(tooFull).toContain('does not fit in the bag')
  expect(tooFull).not.toContain('Add to the bag')
})

it('shows fluids hour by hour, with drops once a drip set is chosen', () => {
  const table = (drops: '-' | '15') =>
    shown(
      renderToStaticMarkup(<FluidsPart patient={dog} form={{ ...fluidsFor(0), drops }} onChange={still} />),
    )
  expect(table('-')).toContain('2 75 75 20 kg x 5 ml/kg/h x 0.75 = 75 ml/h')
  expect(table('15')).toContain('5+ 40 40 10 20 kg x 2 ml/kg/h = 40 ml/h')
})
