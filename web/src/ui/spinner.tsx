import './spinner.css'

/** For what really waits; local data never does. */
export function Spinner({ label }: { label: string }) {
  return (
    <output className="spinner">
      <span className="spinner-ring" aria-hidden />
      {label}
    </output>
  )
}
