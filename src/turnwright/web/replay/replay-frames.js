// Loading the frames of a replay in chunks.
import { useEffect, useState } from '../app/preact.js';
import * as api from '../net/http-api.js';

const CHUNK = 50;
const EMPTY = { frames: new Map(), total: null, problem: '', failedAt: null };

/**
 * The frames of a replay as a seat saw them: {frames, total, problem}. The chunk around `at` is loaded
 * first, the next one when `at` is in the second half of its chunk.
 */
export function useFrames(roomId, match, seat, at) {
  const [loaded, setLoaded] = useState(EMPTY);
  useEffect(() => setLoaded(EMPTY), [roomId, match, seat]);
  const start = Math.floor(at / CHUNK) * CHUNK;
  const needsNext = at % CHUNK > CHUNK / 2;
  useEffect(() => {
    let isCurrent = true;
    const fetchChunk = async (from) => {
      try {
        const answer = await api.frames(roomId, match, from, CHUNK, seat);
        if (!isCurrent) return;
        setLoaded((before) => {
          const frames = new Map(before.frames);
          answer.frames.forEach((frame, i) => frames.set(from + i, frame));
          return { frames, total: answer.total, problem: '', failedAt: null };
        });
      } catch (error) {
        if (isCurrent) setLoaded((before) => ({ ...before, problem: error.message, failedAt: from }));
      }
    };
    // A chunk that failed is not requested again until another chunk was loaded.
    const isMissing = (from) => !loaded.frames.has(from) && loaded.failedAt !== from;
    if (isMissing(start)) fetchChunk(start);
    else if (needsNext && start + CHUNK < loaded.total && isMissing(start + CHUNK)) fetchChunk(start + CHUNK);
    return () => { isCurrent = false; };
  }, [roomId, match, seat, start, needsNext, loaded]);
  return loaded;
}

/** The frame at a step, or the nearest loaded one before it. */
export function frameAt(frames, at) {
  if (frames.has(at)) return frames.get(at);
  const before = [...frames.keys()].filter((n) => n <= at);
  return before.length ? frames.get(Math.max(...before)) : undefined;
}
