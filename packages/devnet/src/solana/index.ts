export { createSolanaNode, type SolanaNode } from './solanaNode.ts'
