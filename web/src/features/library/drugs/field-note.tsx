import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** What a person should see before saving, under the field that it is about. */
export function FieldNote({ children }: { children: ReactNode }) {
  return (
    <output className="field-note">
      <TriangleAlert aria-hidden />
      <span>{children}</span>
    </output>
  )
}
