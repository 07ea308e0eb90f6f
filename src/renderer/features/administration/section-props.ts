export interface SectionProps {
  /** Whether the address names the section; otherwise a phone shows the list. */
  isChosen: boolean
}
