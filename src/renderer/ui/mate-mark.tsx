/**
 * Mate's symbol, a compass needle on the accent colour, never a person. Without a label it is decoration beside the
 * name.
 */
export function MateMark({ size = 28, label }: { size?: number; label?: string }) {
  return (
    <span
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      style={{ width: size, height: size }}
      className="inline-grid shrink-0 place-items-center rounded-full bg-accent text-on-accent"
    >
      <svg viewBox="-12 -12 24 24" width={size * 0.62} height={size * 0.62} fill="currentColor" aria-hidden="true">
        <path d="M-4.2 0h8.4L0 9.5z" opacity="0.4" />
        <path d="M-4.2 0h8.4L0-9.5z" />
        <circle r="1.7" className="fill-accent" />
      </svg>
    </span>
  )
}
