import { describe, expect, test } from 'vitest'
import { citedLines, markdownOf } from './cited'

const citations = new Map([12, 13, 14].map(id => [`#/docs/3?log=${id}`, `[${id}](#/docs/3?log=${id})`]))
const kept = (text: string, language = 'en') => markdownOf(citedLines(text, { citations, language, atMost: 12 }))

describe('What is kept of a summary that a model wrote [D18, D26]', () => {
  test('sentences with their citations, before or behind the full stop, in paragraphs and lists', () => {
    expect(kept('**Bay 2** ran 22.5 minutes over [12](#/docs/3?log=12). It is free. [13](#/docs/3?log=13)')).toBe(
      '**Bay 2** ran 22.5 minutes over. [12](#/docs/3?log=12) It is free. [13](#/docs/3?log=13)',
    )
    expect(
      kept('- Pads are short [12](#/docs/3?log=12)\n- Rotor changed ([13](#/docs/3?log=13), [14](#/docs/3?log=14)).'),
    ).toBe('- Pads are short [12](#/docs/3?log=12)\n- Rotor changed. [13](#/docs/3?log=13) [14](#/docs/3?log=14)')
    expect(kept('One. [12](#/docs/3?log=12)\n\nTwo. [13](#/docs/3?log=13)')).toBe(
      'One. [12](#/docs/3?log=12)\n\nTwo. [13](#/docs/3?log=13)',
    )
    expect(kept('बे 2 खाली है। [12](#/docs/3?log=12) पैड कम हैं [13](#/docs/3?log=13)।', 'hi')).toBe(
      'बे 2 खाली है। [12](#/docs/3?log=12) पैड कम हैं। [13](#/docs/3?log=13)',
    )
  })

  test('a citation in the middle goes to the end, and is called what it is called here', () => {
    expect(kept('Tom [click me](#/docs/3?log=12 "now") fitted pads.')).toBe('Tom fitted pads. [12](#/docs/3?log=12)')
  })

  test('nothing without a citation, or with one that was not given', () => {
    expect(kept('All is well. Bay 2 is free [12](#/docs/3?log=12). And so on.')).toBe(
      'Bay 2 is free. [12](#/docs/3?log=12)',
    )
    expect(kept('Salaries rise [9](#/docs/4?log=9). Read [12](#/docs/9?log=12). See [12](https://evil.example).')).toBe(
      '',
    )
    expect(kept('Salaries rise [9](#/docs/4?log=9). small letters follow [12](#/docs/3?log=12).')).toBe(
      'small letters follow. [12](#/docs/3?log=12)',
    )
    expect(kept('Salaries rise [9](#/docs/4?log=9) and bay 2 is free [12](#/docs/3?log=12).')).toBe('')
    expect(kept('[12](#/docs/3?log=12)')).toBe('')
    expect(kept('# Summary\n\nNothing cites anything here')).toBe('')
  })

  test('no link, address, picture, HTML, code, table or heading comes through', () => {
    const hostile = [
      '## <img src=x onerror=alert(1)> Pads [more](https://evil.example/a) ![p](https://evil.example/p.png) [12](#/docs/3?log=12).',
      'Go to https://evil.example/b or www.evil.example or mail me@evil.example <script>alert(1)</script> [13](#/docs/3?log=13).',
      '[ref]: https://evil.example `code` | a | b | **open [14](#/docs/3?log=14)',
    ].join('\n')
    const text = kept(hostile)
    expect(text).not.toMatch(/evil|<|>|`|\||!\[|#{2}|\*\*/)
    expect(text.match(/\]\(/g)).toHaveLength(3)
    expect(text).toContain('Pads more p. [12](#/docs/3?log=12)')
  })

  test('not more than there is room for, and no sentence that never ends', () => {
    const many = Array.from({ length: 40 }, (_, at) => `Sentence ${at} [12](#/docs/3?log=12).`).join(' ')
    expect(kept(many).match(/\]\(/g)).toHaveLength(12)
    expect(kept(`${'word '.repeat(2_000)}[12](#/docs/3?log=12)`)).toBe('')
  })
})
