interface Props {
  /** From 0 to 1. */
  value: number
  label: string
}

/** Shows progress. */
export function ProgressBar({ value, label }: Props) {
  const percent = Math.floor(Math.min(1, Math.max(0, value)) * 100)
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="block h-1 w-full overflow-hidden rounded-full bg-track"
    >
      <span
        className="block h-full origin-left bg-accent transition-transform duration-base ease-standard"
        style={{ transform: `scaleX(${percent / 100})` }}
      />
    </span>
  )
}
