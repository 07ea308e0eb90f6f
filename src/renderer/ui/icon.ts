import type { ComponentType } from 'react'

/** A line icon: lucide's are, and so is any component that takes `size` and hides itself from assistive technology. */
export type Icon = ComponentType<{ size?: number; className?: string }>
