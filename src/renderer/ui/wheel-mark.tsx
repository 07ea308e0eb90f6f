const SPOKES = [0, 45, 90, 135, 180, 225, 270, 315]

interface Props {
  size?: number
  /** Use a thinner stroke for the large drawing behind the sign-in page. */
  strokeWidth?: number
  className?: string
}

/** The Wheelhouse logo, a ship's wheel in the text colour. It is decoration, because the name is written beside it. */
export function WheelMark({ size = 28, strokeWidth = 1.7, className }: Props) {
  return (
    <svg
      viewBox="-12 -12 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      aria-hidden="true"
      className={className}
    >
      <circle r="6.6" />
      <circle r="2.1" />
      {SPOKES.map(angle => (
        <path key={angle} d="M0-2.1V-10.2" transform={`rotate(${angle})`} />
      ))}
    </svg>
  )
}
