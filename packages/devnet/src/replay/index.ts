export { createReplayNode, RawJson, type ReplayAnswers, ReplayError } from './replayNode.ts'
