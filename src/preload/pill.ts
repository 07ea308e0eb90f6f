import { contextBridge } from 'electron'
import type { PillBridge } from '#shared/contract/desktop'
import { ask, hear } from './ask'

const bridge: PillBridge = { stopCapture: ask('stopCapture'), on: { pillChanged: hear('pillChanged') } }

contextBridge.exposeInMainWorld('wheelhousePill', bridge)
