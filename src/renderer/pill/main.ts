import './pill.css'
import { pillBridge } from '../platform/desktop-pill'
import { drawPill } from './draw'

const bridge = pillBridge()
if (bridge) drawPill(document, bridge)
