import { useTranslation } from 'react-i18next'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Formats file sizes: "5.2 MB". Units are decimal, like the limits. */
export function useFileSize(): (bytes: number) => string {
  const { i18n } = useTranslation()
  return bytes => {
    const power = bytes < 1_000 ? 0 : bytes < 999_500 ? 1 : bytes < 999_500_000 ? 2 : 3
    const value = bytes / 1_000 ** power
    return new Intl.NumberFormat(i18n.language, {
      style: 'unit',
      unit: units[power],
      unitDisplay: power === 0 ? 'long' : 'short',
      maximumFractionDigits: power >= 2 && value < 100 ? 1 : 0,
    }).format(value)
  }
}
