export {
  leaveOut,
  listRecordings,
  readLocalRecording,
  readRecording,
  readRecordingLines,
  toRows,
} from './recordings.ts'
