interface ChoicesProps<V extends string> {
  legend: string
  options: readonly { value: V; label: string }[]
  /** One that is no option: nothing is chosen yet. */
  chosen: string
  onChoose: (value: V) => void
}

/** Large buttons of which one is pressed. */
export function Choices<V extends string>({ legend, options, chosen, onChoose }: ChoicesProps<V>) {
  return (
    <fieldset className="calc-choices">
      <legend className="field-label">{legend}</legend>
      {options.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          className="calc-choice"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}
