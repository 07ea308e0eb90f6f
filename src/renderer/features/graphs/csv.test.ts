// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { logOf } from '../logs/test-logs'
import { countsTable, fileName, logsTable } from './csv'
import { plotOf } from './test-graphs'

const words = { from: 'From', to: 'To', total: 'Total', annotations: 'Annotations' }
const rowsOf = (text: string) => text.split('\r\n')

describe('The CSV files of a graph [D22]', () => {
  test('contain the counts with instants, a row for each hour and one for the sums, in UTF-8 that spreadsheets recognise', () => {
    const text = countsTable(plotOf(), words)
    expect(text.charCodeAt(0)).toBe(0xfeff)
    const rows = rowsOf(text.slice(1))
    expect(rows).toHaveLength(27)
    expect(rows[0]).toBe('From,To,Clear,Queue,Unattended')
    expect(rows[11]).toBe('2026-11-20T10:00:00.000Z,2026-11-20T11:00:00.000Z,1,1,0')
    expect(rows.slice(25)).toEqual(['Total,,3,1,0', ''])
  })

  test('have the annotations in the rows of their time, if there are any', () => {
    const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour)).toISOString()
    const notes = [
      { text: '=Till 2 was shut', from: at(9), to: at(11) },
      { text: 'Rain', from: at(10), to: null },
    ]
    const rows = rowsOf(countsTable(plotOf(), words, notes).slice(1))
    expect(rows[0]).toBe('From,To,Clear,Queue,Unattended,Annotations')
    expect(rows.slice(9, 13).map(row => row.split(',').at(-1))).toEqual([
      ...['', "'=Till 2 was shut", `"'=Till 2 was shut; Rain"`, ''],
    ])
    expect(rows[25]).toBe('Total,,3,1,0,')
    const before = [{ text: 'Before', from: at(-30), to: null }]
    expect(rowsOf(countsTable(plotOf(), words, before).slice(1))[0]).toBe('From,To,Clear,Queue,Unattended')
  })

  test('have a row for each log with its labels from this graph', () => {
    const labels = [
      { graph_id: 5, label: 1, text: 'Queue' },
      { graph_id: 9, label: 0, text: 'Other' },
    ]
    const log = logOf(7, { title: 'Six waiting, "one" serving\nat noon', labels })
    expect(rowsOf(logsTable(plotOf(), [log], { log: 'Log', time: 'Time', title: 'Title' }).slice(1))).toEqual([
      'Log,Time,Title,Clear,Queue,Unattended',
      '7,2026-11-20T08:07:00.000Z,"Six waiting, ""one"" serving\nat noon",0,1,0',
      '',
    ])
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '  =1', '\r=1'])('run nothing in a spreadsheet: %j', title => {
    const text = logsTable(plotOf({ labels: { 0: title } }), [logOf(1, { title })], { log: 'L', time: 'T', title: 'N' })
    for (const row of rowsOf(text.slice(1)).filter(Boolean)) {
      for (const cell of row.split(',')) expect(cell).not.toMatch(/^"?\s*[=+\-@]/)
    }
    expect(text).toContain(`'${title}`)
  })

  test.each([
    ['Queue at the counter', 'Queue-at-the-counter.csv'],
    ['../../etc/passwd', 'etc-passwd.csv'],
    ['काउंटर पर कतार', 'काउंटर-पर-कतार.csv'],
    ['Größe: 7"', 'Größe-7.csv'],
    ['CON', 'graph-CON.csv'],
    ['???', 'graph.csv'],
  ])('are named after the graph: %s', (name, file) => {
    expect(fileName(name, 'csv')).toBe(file)
  })
})
