// Going from the lobby into a room.
import { saveSeat } from '../app/preferences.js';
import { toast } from '../app/toasts.js';

/** Wait for a request that takes a seat, save the seat and open its room; show a message if it fails. */
export async function enterRoom(request, code) {
  try {
    const seat = await request;
    saveSeat(seat.roomId, { token: seat.token, code: seat.code ?? code });
    location.hash = `#/table/${encodeURIComponent(seat.roomId)}`;
  } catch (error) {
    toast(error.message, 'warning');
  }
}
