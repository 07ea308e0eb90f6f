import type { ComponentType } from 'react'

/**
 * An icon component: one from lucide, or any component that takes `size` and hides itself from assistive technology.
 */
export type Icon = ComponentType<{ size?: number; className?: string }>
