import { contextBridge } from 'electron'
import type { PillBridge } from '#shared/contract/desktop'
import { ask, listenTo } from './ask'

const bridge: PillBridge = { stopCapture: ask('stopCapture'), on: { pillChanged: listenTo('pillChanged') } }

contextBridge.exposeInMainWorld('wheelhousePill', bridge)
