import { Hammer } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { EmptyState } from '../../ui/empty-state.tsx'
import { placeholderText } from './placeholder-text.ts'

interface PlaceholderScreenProps {
  /** The way back: its label and its address. */
  back: { label: string; to: string }
}

/** A screen whose work comes later: the bar says its title, this says so and leads back. */
export function PlaceholderScreen({ back }: PlaceholderScreenProps) {
  const navigate = useNavigate()
  return (
    <div className="page">
      <EmptyState
        title={placeholderText.title}
        text={placeholderText.text}
        icon={<Hammer />}
        action={{ label: back.label, onPress: () => void navigate(back.to) }}
      />
    </div>
  )
}
