import { CircleAlert } from 'lucide-react'

/** An error of the whole form, announced once when it appears. */
export function Problem({ text }: { text: string }) {
  return (
    <p role="alert" className="flex gap-2 rounded-md bg-danger-soft px-3 py-2 text-sm text-danger-ink">
      <CircleAlert size={16} className="mt-px" />
      {text}
    </p>
  )
}
