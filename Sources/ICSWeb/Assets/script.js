// Keyboard shortcuts, dragging, live updates and rules in words. The pages work without this script.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const main = () => byId("main");
  // A page for a program has no navigation, and leaving it ends the program's wait.
  const isAlone = document.querySelector("nav") === null;
  let isDragging = false;

  // Keys.
  const links = { j: "next", k: "previous", t: "today", n: "new", Escape: "back" };
  const pages = { "/": "calendars", "?": "help" };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isDragging) return;
    const isTyping = event.target.closest("input, select, textarea");
    if (isTyping && event.key !== "Escape") return;
    const link = links[event.key] && byId(links[event.key]);
    if (link) {
      event.preventDefault();
      link.click();
    } else if (pages[event.key] && !isAlone) {
      event.preventDefault();
      location.assign(pages[event.key]);
    }
  });

  document.addEventListener("click", (event) => {
    const link = isAlone && event.target.closest('a[rel~="noopener"]');
    if (link) link.target = "_blank";
  });

  // Live updates. A browser allows few connections to a server, so one window listens for all windows.
  const hasInput = () => main().querySelector("form.editor, form.spans, details[open]") !== null;
  const tell = () => {
    if (document.querySelector(".live")) return;
    const note = document.createElement("p");
    note.className = "live";
    note.setAttribute("role", "status");
    note.textContent = "The calendar has changed. Saving keeps both changes.";
    document.body.append(note);
  };
  let isLoading = false, isStale = false;
  const update = async () => {
    if (hasInput()) return tell();
    if (isLoading || isDragging) { isStale = true; return; }
    isLoading = true;
    try {
      const answer = await fetch(location.href, { credentials: "same-origin" });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const next = page.getElementById("main");
      if (!next || isDragging || hasInput()) return;
      const focused = document.activeElement, href = focused && focused.getAttribute("href");
      main().replaceChildren(...next.childNodes);
      if (href && !document.contains(focused)) {
        [...main().querySelectorAll("a")].find((link) => link.getAttribute("href") === href)?.focus();
      }
      const colors = document.querySelector('link[href^="colors.css"]');
      if (colors) colors.href = "colors.css?" + Date.now();
    } catch { /* The server has stopped. */ } finally {
      isLoading = false;
      if (isStale) { isStale = false; update(); }
    }
  };
  const channel = new BroadcastChannel("calendar" + location.pathname.split("/")[1]);
  channel.onmessage = update;
  const listen = () => new Promise(() => {
    const source = new EventSource("events");
    let wasLost = false;
    const told = () => {
      channel.postMessage(1);
      update();
    };
    source.addEventListener("change", told);
    source.addEventListener("error", () => { wasLost = true; });
    source.addEventListener("open", () => {
      if (wasLost) told();
      wasLost = false;
    });
  });
  if (navigator.locks) navigator.locks.request("events", listen); else listen();

  // The rule in words.
  const editor = document.querySelector('form.editor[action="save"]');
  const words = byId("rule-words");
  let waiting;
  editor?.classList.add("brief");
  // Show a hidden control if the browser rejects its value.
  editor?.addEventListener("invalid", () => editor.classList.remove("brief"), true);
  editor?.addEventListener("input", (event) => {
    if (!event.target.closest("#rule-controls") && event.target.id !== "start") return;
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      const fields = new URLSearchParams(new FormData(editor));
      fields.set("action", "preview");
      const answer = await fetch("save", { method: "POST", body: fields });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      words.textContent = (page.getElementById("error") || page.getElementById("rule-words")).textContent;
    }, 250);
  });

  // Files dropped on the import page.
  const file = byId("file");
  if (file) {
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      if (event.dataTransfer.files.length) file.files = event.dataTransfer.files;
    });
  }

  // Dragging moves an event to another day or time; dragging its lower edge changes its end. The mouse drags
  // immediately; a finger drags after a long press, since a swipe scrolls.
  const slop = 5, touchSlop = 10, longPress = 400, border = 56;
  let drag = null;
  const day = (x, y) => document.elementsFromPoint(x, y).map((element) => element.closest("[data-date]")).find(Boolean);
  /** Returns the quarter-hour at a position in a day's column, or null outside the hours. */
  const quarter = (cell, y) => {
    const grid = cell.querySelector(".timed");
    if (!grid || getComputedStyle(grid).display !== "grid") return null;
    const height = parseFloat(getComputedStyle(grid).gridAutoRows);
    return Number(cell.dataset.hour) * 4 + Math.floor((y - grid.getBoundingClientRect().top) / height);
  };
  const clock = (quarter) => {
    const bounded = Math.max(0, Math.min(95, quarter));
    return String(Math.floor(bounded / 4)).padStart(2, "0") + ":" + String((bounded % 4) * 15).padStart(2, "0");
  };
  /** Returns the form values for dropping the event here, or null if nothing would change. */
  const change = () => {
    const { item, cell, isBlock, isResizing, first, last, offset, x, y } = drag;
    const target = day(x, y);
    if (!target) return null;
    if (isResizing) {
      const end = Math.max(target === cell ? first : 0, quarter(target, y)) + 1;
      return target === cell && end === last ? null : { end: target.dataset.date, "end-time": clock(end) };
    }
    const start = isBlock ? quarter(target, y - offset + 4) : null;
    if (target === cell && start === first) return null;
    return { start: target.dataset.date, ...(isBlock && { "start-time": clock(start) }) };
  };
  const mark = (cell) => {
    document.querySelectorAll(".target").forEach((other) => other.classList.remove("target"));
    cell?.classList.add("target");
  };
  /** Shows where the event would be dropped. */
  const show = () => {
    const { item, cell, isBlock, isResizing, first, x, y } = drag;
    const target = day(x, y), fields = change();
    mark(target);
    if (isResizing && target === cell) {
      item.style.gridRowEnd = Math.max(first, quarter(cell, y)) - Number(cell.dataset.hour) * 4 + 2;
    } else if (!isResizing) {
      item.style.transform = `translate(${x - drag.startX}px, ${y - drag.startY + scrollY - drag.scroll}px)`;
    }
    if (isBlock) item.dataset.time = fields ? fields["end-time"] || fields["start-time"] : clock(isResizing ? drag.last : first);
  };
  /** Scrolls while the event is held near the upper or lower edge of the window. */
  const scroll = () => {
    if (!drag || !isDragging) return;
    const step = drag.y < border ? -8 : drag.y > innerHeight - border ? 8 : 0;
    if (step && drag.hasMoved) {
      scrollBy(0, step);
      show();
    }
    requestAnimationFrame(scroll);
  };
  const lift = () => {
    isDragging = true;
    drag.item.classList.add("dragged");
    show();
    scroll();
  };
  const end = () => {
    if (!drag) return;
    clearTimeout(drag.timer);
    drag.item.classList.remove("dragged");
    drag.item.style.transform = drag.item.style.gridRowEnd = "";
    delete drag.item.dataset.time;
    mark(null);
    drag = null;
    setTimeout(() => {
      isDragging = false;
      if (isStale) { isStale = false; update(); }
    });
  };
  document.addEventListener("dragstart", (event) => {
    if (event.target.closest && event.target.closest("[data-id]")) event.preventDefault();
  });
  document.addEventListener("pointerdown", (event) => {
    const item = event.target.closest("[data-id]");
    if (drag || !item || event.button !== 0 || !event.isPrimary || !byId("move")) return;
    const isTouch = event.pointerType !== "mouse";
    const box = item.getBoundingClientRect(), cell = item.closest("[data-date]");
    const first = item.classList.contains("block") ? quarter(cell, box.top + 4) : null, isBlock = first !== null;
    drag = {
      item, cell, isTouch, isBlock, first, last: isBlock ? quarter(cell, box.bottom - 4) + 1 : null,
      isResizing: isBlock && box.bottom - event.clientY < (isTouch ? Math.min(16, box.height / 3) : 7),
      startX: event.clientX, startY: event.clientY, x: event.clientX, y: event.clientY,
      offset: event.clientY - box.top, scroll: scrollY, timer: isTouch ? setTimeout(lift, longPress) : undefined,
    };
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag || !event.isPrimary) return;
    [drag.x, drag.y] = [event.clientX, event.clientY];
    const distance = Math.hypot(drag.x - drag.startX, drag.y - drag.startY);
    if (!isDragging) {
      if (distance < (drag.isTouch ? touchSlop : slop)) return;
      if (drag.isTouch) return end();
      lift();
    }
    drag.hasMoved = true;
    show();
  });
  document.addEventListener("pointerup", (event) => {
    if (!drag || !event.isPrimary) return;
    const fields = isDragging && change();
    if (fields) {
      const form = byId("move");
      for (const [name, value] of Object.entries({ id: drag.item.dataset.id, ...fields })) {
        const input = document.createElement("input");
        input.type = "hidden";
        input.name = name;
        input.value = value;
        form.append(input);
      }
      form.submit();
    }
    end();
  });
  document.addEventListener("pointercancel", end);
  document.addEventListener("keyup", (event) => { if (event.key === "Escape") end(); });
  // While an event is lifted, the page does not scroll, and no menu or link opens.
  for (const name of ["touchmove", "touchend"]) {
    document.addEventListener(name, (event) => {
      if (isDragging && event.cancelable) event.preventDefault();
    }, { passive: false });
  }
  document.addEventListener("contextmenu", (event) => { if (drag?.isTouch) event.preventDefault(); });
  document.addEventListener("click", (event) => {
    if (isDragging) event.preventDefault();
  }, true);
})();
